/**
 * A formula in TeX. KaTeX is loaded when the first formula is shown; until then its source stands in. It draws into the
 * element itself: as text, its styles would be style attributes, which the content security policy forbids.
 */
import { useEffect, useRef } from 'react';

export function Formula({ tex }: { readonly tex: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let wanted = true;
    void Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(([{ default: katex }]) => {
      if (wanted && place.current !== null)
        katex.render(tex, place.current, { displayMode: true, throwOnError: false });
    });
    return () => {
      wanted = false;
    };
  }, [tex]);
  return (
    <div className="formula" key={tex} ref={place}>
      <code>{tex}</code>
    </div>
  );
}
