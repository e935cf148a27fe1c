/** Finds banks by id, by a provider's word for them, and by what people type. Built once for each change of a directory. */
import { foldName } from './fold-name.ts';
import type { Institution, InstitutionQuery } from './institution.ts';

export interface InstitutionIndex {
  readonly all: readonly Institution[];
  find(id: string): Institution | undefined;
  findByRef(connectionId: string, ref: string): Institution | undefined;
  search(query: InstitutionQuery): readonly Institution[];
}

interface Indexed {
  readonly institution: Institution;
  readonly isLinkable: boolean;
  /** With a space before each word, so that the beginning of any word is found as ` word`. */
  readonly words: string;
}

/** A country's banks in the order in which they are shown, and all their words as one text: that is fastest to search. */
interface Shelf {
  readonly books: readonly Indexed[];
  readonly text: string;
  /** Where the words of each book begin in the text. */
  readonly startsAt: readonly number[];
}

export function indexInstitutions(all: readonly Institution[]): InstitutionIndex {
  const byId = new Map(all.map((institution) => [institution.id, institution]));
  const byRef = new Map(
    all.flatMap((institution) =>
      institution.reach.map(({ connectionId, ref }) => [`${connectionId}|${ref}`, institution] as const),
    ),
  );
  const shelves = new Map(
    [...Map.groupBy(all, ({ country }) => country)].map(([country, own]) => [country, shelve(own)]),
  );
  return {
    all,
    find: (id) => byId.get(id),
    findByRef: (connectionId, ref) => byRef.get(`${connectionId}|${ref}`),
    search({ country, text = '', limit }) {
      const shelf = shelves.get(country);
      if (shelf === undefined) return [];
      const wanted = foldName(text).split(' ').filter(Boolean);
      // What has no letter and no digit in it is in no name.
      if (wanted.length === 0 && text.trim() !== '') return [];
      const found = wanted.length === 0 ? shelf.books.slice(0, limit) : searchShelf(shelf, wanted, limit);
      return found.map(({ institution }) => institution);
    },
  };
}

export function isLinkable({ reach }: Institution): boolean {
  return reach.some(({ roles }) => roles.includes('bank-link'));
}

function shelve(institutions: readonly Institution[]): Shelf {
  const books = institutions
    .map(
      (institution): Indexed => ({
        institution,
        isLinkable: isLinkable(institution),
        words: ` ${foldName(institution.name)}`,
      }),
    )
    .sort(inOrder);
  const startsAt: number[] = [];
  let length = 0;
  for (const { words } of books) {
    startsAt.push(length);
    length += words.length + 1;
  }
  return { books, text: books.map(({ words }) => `${words}\n`).join(''), startsAt };
}

/** Banks that can be linked come first, then by name. */
function inOrder(a: Indexed, b: Indexed): number {
  if (a.isLinkable !== b.isLinkable) return a.isLinkable ? -1 : 1;
  if (a.words !== b.words) return a.words < b.words ? -1 : 1;
  return a.institution.id < b.institution.id ? -1 : 1;
}

/**
 * The longest word is looked for in the whole text, as the rarest; where it stands at the beginning of a word, the others are
 * looked for. The space before it is left out of the search: there is one every few letters, and each would be stopped at.
 */
function searchShelf(
  { books, text, startsAt }: Shelf,
  wanted: readonly string[],
  limit: number,
): readonly Indexed[] {
  const [rarest = '', ...others] = wanted.toSorted((a, b) => b.length - a.length);
  const found: Indexed[] = [];
  let at = text.indexOf(rarest);
  while (at >= 0 && found.length < limit) {
    let next = at + 1;
    if (text.charCodeAt(at - 1) === SPACE) {
      const row = rowAt(startsAt, at);
      const book = books[row];
      if (book !== undefined && others.every((word) => book.words.includes(` ${word}`))) found.push(book);
      next = startsAt[row + 1] ?? text.length;
    }
    at = text.indexOf(rarest, next);
  }
  return found;
}

const SPACE = 0x20;

/** The last row that begins at or before that place. */
function rowAt(startsAt: readonly number[], at: number): number {
  let low = 0;
  let high = startsAt.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((startsAt[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
