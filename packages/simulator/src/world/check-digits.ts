/** The check digits inside national account numbers, and those of the IBAN around them. */

/** Two digits in front of the number; a receiver computes 1 from all of it. */
export function ibanCheckDigits(country: string, bban: string): string {
  return String(98n - (asNumber(`${bban}${country}00`) % 97n)).padStart(2, '0');
}

/** Portugal: the last two digits, over all in front of them. */
export function portugueseCheck(digits: string): string {
  return String(98n - ((BigInt(digits) * 100n) % 97n)).padStart(2, '0');
}

/** Belgium: the remainder by 97, where none is written as 97. */
export function belgianCheck(digits: string): string {
  return String(BigInt(digits) % 97n || 97n).padStart(2, '0');
}

/** France: the key over bank, branch and account. */
export function frenchKey(bank: string, branch: string, account: string): string {
  const total = 89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(account);
  return String(97n - (total % 97n)).padStart(2, '0');
}

/** Spain: one digit over bank and branch, one over the account. */
export function spanishCheck(bankAndBranch: string, account: string): string {
  return [`00${bankAndBranch}`, account].map(spanishDigit).join('');
}

/** Finland: the Luhn digit. */
export function luhnDigit(digits: string): string {
  const total = [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (total % 10)) % 10);
}

/** Estonia: the weights 7, 3 and 1, from the right. */
export function estonianDigit(digits: string): string {
  const weights = [7, 3, 1];
  const total = [...digits]
    .reverse()
    .reduce((sum, digit, index) => sum + Number(digit) * (weights[index % 3] ?? 0), 0);
  return String((10 - (total % 10)) % 10);
}

/** Norway: by 11. There is none for one number in eleven, which is then nobody's. */
export function norwegianDigit(digits: string): string | undefined {
  const digit = 11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return digit === 10 ? undefined : String(digit % 11);
}

/** The Netherlands: the eleven test over ten digits. As in Norway, some numbers have no digit. */
export function dutchDigit(digits: string): string | undefined {
  const digit = (11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return digit === 10 ? undefined : String(digit);
}

/** Mexico: the last digit of a CLABE. */
export function clabeDigit(digits: string): string {
  const weights = [3, 7, 1];
  const total = [...digits].reduce(
    (sum, digit, index) => sum + ((Number(digit) * (weights[index % 3] ?? 0)) % 10),
    0,
  );
  return String((10 - (total % 10)) % 10);
}

/** Italy: a letter in front of bank, branch and account. Digits in odd places count by a table. */
export function italianCin(digits: string): string {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const total = [...digits].reduce(
    (sum, digit, index) => sum + (index % 2 === 0 ? (odd[Number(digit)] ?? 0) : Number(digit)),
    0,
  );
  return String.fromCharCode(65 + (total % 26));
}

function asNumber(text: string): bigint {
  return BigInt([...text].map((character) => Number.parseInt(character, 36)).join(''));
}

function spanishDigit(digits: string): string {
  const digit = 11 - (weighted(digits, [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11);
  return String(digit === 11 ? 0 : digit === 10 ? 1 : digit);
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}
