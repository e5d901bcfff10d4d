/** Where a paper can be read, for those that name an arXiv number, a DOI or a repository. */

export interface Reference {
  readonly text: string;
  readonly href: string | undefined;
}

/** A method's `paper`, in the parts that a comma separates. */
export function referencesOf(paper: string): readonly Reference[] {
  return paper.split(', ').map((text) => ({ text, href: hrefOf(text) }));
}

function hrefOf(text: string): string | undefined {
  const arxiv = /arXiv:(\d{4}\.\d{4,5})/.exec(text);
  if (arxiv) return `https://arxiv.org/abs/${arxiv[1]}`;
  const doi = /doi:(\S+)/.exec(text);
  if (doi) return `https://doi.org/${doi[1]}`;
  const repository = /github\.com\/\S+/.exec(text);
  return repository ? `https://${repository[0]}` : undefined;
}
