/** A formula in TeX. KaTeX is loaded when the first formula is shown; until then its source stands in. */
import { useEffect, useState } from 'react';

export function Formula({ tex }: { readonly tex: string }) {
  const [rendered, setRendered] = useState<{ readonly tex: string; readonly html: string }>();
  useEffect(() => {
    let wanted = true;
    void Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(([{ default: katex }]) => {
      if (wanted)
        setRendered({ tex, html: katex.renderToString(tex, { displayMode: true, throwOnError: false }) });
    });
    return () => {
      wanted = false;
    };
  }, [tex]);
  if (rendered?.tex !== tex) return <code className="formula">{tex}</code>;
  return <div className="formula" dangerouslySetInnerHTML={{ __html: rendered.html }} />;
}
