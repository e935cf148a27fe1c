/**
 * The types this service models. Adding one is a file of its own and a line here; everything else follows.
 */

import { achType } from './ach.ts';
import { auBsbType } from './au-bsb.ts';
import { bicType } from './bic.ts';
import { bitcoinType } from './bitcoin.ts';
import { caInteracType } from './ca-interac.ts';
import { ethType } from './eth.ts';
import { gbScanType } from './gb-scan.ts';
import { ibanType } from './iban.ts';
import { ilpType } from './ilp.ts';
import { mxClabeType } from './mx-clabe.ts';
import { pixType } from './pix.ts';
import { upiType } from './upi.ts';
import { voidType } from './void.ts';
import { xTalerBankType } from './x-taler-bank.ts';

const TYPES = {
  iban: ibanType,
  bic: bicType,
  ach: achType,
  upi: upiType,
  bitcoin: bitcoinType,
  ilp: ilpType,
  void: voidType,
  eth: ethType,
  'x-taler-bank': xTalerBankType,
  pix: pixType,
  'gb-scan': gbScanType,
  'mx-clabe': mxClabeType,
  'au-bsb': auBsbType,
  'ca-interac': caInteracType,
} as const;

export type PaytoScheme = keyof typeof TYPES;

export type KnownPaytoType = (typeof TYPES)[PaytoScheme];

export type KnownTarget = Extract<ReturnType<KnownPaytoType['read']>, { ok: true }>['value']['target'];

export const PAYTO_SCHEMES: readonly PaytoScheme[] = Object.values(TYPES).map((type) => type.scheme);

export function isPaytoScheme(scheme: string): scheme is PaytoScheme {
  return Object.hasOwn(TYPES, scheme);
}

export function paytoType(scheme: PaytoScheme): KnownPaytoType {
  return TYPES[scheme];
}
