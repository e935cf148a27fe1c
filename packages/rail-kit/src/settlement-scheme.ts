/** The schemes are the engine's words, because routes are found with them; adapters speak them through here. */
export { SETTLEMENT_SCHEMES, type SettlementScheme } from '@switchyard/engine';
