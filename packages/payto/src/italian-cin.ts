/**
 * The CIN of Italian and San Marinese accounts: one letter in front of bank, branch and account that is computed
 * from those 22 characters. ibantools does not look at it, and the mod-97 digits do not imply it.
 */

export function passesItalianCin(bban: string): boolean {
  const [cin, ...characters] = bban;
  const total = characters.reduce((sum, character, index) => {
    const value = alphabetValue(character);
    // Places count from one, so the first character, at index 0, stands in an odd place.
    return sum + (index % 2 === 0 ? (ODD_PLACE_VALUES[value] ?? 0) : value);
  }, 0);
  return cin === String.fromCharCode(LETTER_A + (total % 26));
}

const LETTER_A = 65;

/** A digit counts as itself, a letter as its place in the alphabet from zero: 0 and A share a value. */
function alphabetValue(character: string): number {
  return character >= 'A' ? character.charCodeAt(0) - LETTER_A : Number(character);
}

const ODD_PLACE_VALUES = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];
