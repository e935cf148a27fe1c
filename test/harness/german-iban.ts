/** A valid IBAN for each number: tests need many addresses, and each must pass its checksum. */
export function germanIban(number: number): string {
  const account = `10000000${String(number).padStart(10, '0')}`;
  // The country and two zeros stand at the end while the check digits are computed: D is 13, E is 14.
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}
