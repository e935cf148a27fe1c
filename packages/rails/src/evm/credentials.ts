import { z } from 'zod';

/** Of secp256k1: a key is a number from 1 to one less than this. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const wholeNumber = (max: number) =>
  z.union([
    z.int().min(1).max(max),
    z
      .string()
      .regex(/^[1-9][0-9]{0,15}$/)
      .transform(Number)
      .refine((value) => value <= max),
  ]);

export const evmCredentials = z.strictObject({
  rpc_url: z.url({ protocol: /^https?$/ }).meta({
    description:
      'JSON-RPC endpoint of a node, usually with a key inside, such as https://base-mainnet.g.alchemy.com/v2/KEY. The simulator: <simulator>/evm/<chain id>.',
  }),
  private_key: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/)
    .refine((text) => isKey(text))
    .meta({ description: 'Key of the wallet that pays, 0x and 64 hexadecimal digits.' }),
  chain_id: wholeNumber(Number.MAX_SAFE_INTEGER).optional().meta({
    description: "Another chain than the rail's own, such as 84532 for Base's test network.",
  }),
  confirmations: wholeNumber(10_000).optional().meta({
    description: 'Blocks after which a transfer counts as settled, its own included.',
  }),
});

export type EvmCredentials = z.output<typeof evmCredentials>;

export const EVM_SECRET_KEYS = [
  'rpc_url',
  'private_key',
] as const satisfies readonly (keyof EvmCredentials)[];

function isKey(text: string): boolean {
  const key = /^0x[0-9a-fA-F]{64}$/.test(text) ? BigInt(text) : 0n;
  return key > 0n && key < CURVE_ORDER;
}
