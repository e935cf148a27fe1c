/** A name as people type it: lower case, no accents, no punctuation, single spaces. `Société Générale` is `societe generale`. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LETTERS_APART, (letter) => APART[letter] ?? letter)
    .replace(NO_WORD, ' ')
    .trim();
}

const MARKS = /\p{M}+/gu;
const NO_WORD = /[^\p{L}\p{N}]+/gu;
/** Letters that Unicode does not take apart, though people type them so. */
const APART: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
};
const LETTERS_APART = /[łøđßæœþı]/g;
