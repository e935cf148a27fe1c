/** How money gets from one account to another, whoever asks for it. */
export const SETTLEMENT_SCHEMES = [
  'sepa-sct',
  'sepa-sct-inst',
  'gb-fps',
  'gb-bacs',
  'gb-chaps',
  'us-ach',
  'us-ach-same-day',
  'us-rtp',
  'us-fednow',
  'us-fedwire',
  'pl-elixir',
  'pl-express-elixir',
  'se-bankgirot',
  'se-rix-inst',
  'swift',
  'evm-erc20',
] as const;
export type SettlementScheme = (typeof SETTLEMENT_SCHEMES)[number];
