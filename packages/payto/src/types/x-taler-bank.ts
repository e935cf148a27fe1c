/**
 * `x-taler-bank`: an account at a GNU Taler bank, by the bank's host and the account's name there.
 *
 * Between the two there may be a path, for banks that do not live at the root of their host. The host compares
 * without regard to case, the rest exactly.
 */

import { accept, refuse } from '../errors.ts';
import { maskAllButLast } from '../mask.ts';
import { type PaytoType, refusePath } from './payto-type.ts';

export interface XTalerBankTarget {
  readonly known: true;
  readonly scheme: 'x-taler-bank';
  /** With its port, if it has one. */
  readonly host: string;
  /** What stands between host and account; usually nothing. */
  readonly path: readonly string[];
  readonly account: string;
}

export const xTalerBankType: PaytoType<'x-taler-bank', XTalerBankTarget> = {
  scheme: 'x-taler-bank',
  path: 'HOST/ACCOUNT',
  read(segments) {
    const [hostText, ...rest] = segments;
    const account = rest.at(-1);
    const path = rest.slice(0, -1);
    if (hostText === undefined || account === undefined || segments.some(isEmptyOrDots)) {
      return refusePath(xTalerBankType);
    }
    if (!isHostAndPort(hostText)) {
      return refuse('payto.part', {
        scheme: 'x-taler-bank',
        part: 'host',
        expected: 'a host name, with a port if any',
      });
    }
    const host = hostText.toLowerCase();
    return accept({
      target: { known: true, scheme: 'x-taler-bank', host, path, account },
      segments: [host, ...rest],
      identity: [host, ...rest],
      masked: `${host}/${maskAllButLast(account, 2, '***')}`,
    });
  },
};

/** A dot segment would send a web client to another place than the one that is written. */
function isEmptyOrDots(segment: string): boolean {
  return segment === '' || segment === '.' || segment === '..';
}

const HOST_AND_PORT =
  /^(?<host>[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*)(?::(?<port>[1-9][0-9]{0,4}))?$/;
const HOST_LENGTH_MAX = 253;
const PORT_MAX = 65_535;

function isHostAndPort(text: string): boolean {
  const { host, port } = HOST_AND_PORT.exec(text)?.groups ?? {};
  return host !== undefined && host.length <= HOST_LENGTH_MAX && Number(port ?? 1) <= PORT_MAX;
}
