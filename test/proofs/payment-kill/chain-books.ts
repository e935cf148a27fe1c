/** What a chain knows: every transfer of the token to one address, in the chain's own words. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The amounts that arrived, one for each transfer. */
export async function transfersTo(
  simulatorUrl: string,
  chain: { readonly id: number; readonly token: string },
  payee: string,
): Promise<readonly bigint[]> {
  const filter = {
    address: chain.token,
    fromBlock: '0x0',
    toBlock: 'latest',
    topics: [TRANSFER, null, `0x${payee.slice(2).toLowerCase().padStart(64, '0')}`],
  };
  const answer = await fetch(`${simulatorUrl}/evm/${chain.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [filter] }),
  });
  const { result } = (await answer.json()) as { readonly result: readonly { readonly data: string }[] };
  return result.map(({ data }) => BigInt(data));
}
