import { hexToBytes } from '@ethereumjs/util';
import { admitTransaction } from './admit-transaction.ts';
import { mineBlock } from './mine-block.ts';
import { reorganise } from './reorganise.ts';
import { failure, type RpcMethod, result } from './rpc-method.ts';
import { isRecord, readAddress, readHex, readQuantity } from './rpc-params.ts';
import { addressOf } from './run-call.ts';

/** Sending, and what a development node lets one do to time and history. */
export const WRITE_METHODS: Readonly<Record<string, RpcMethod>> = {
  eth_sendRawTransaction: async (host, [text]) => {
    const raw = readHex(text);
    if (raw === undefined) return failure('invalidParams', 'invalid argument 0: not hexadecimal');
    const { chain, now } = host;
    const admission = await chain.inTurn(async () => {
      const answer = await admitTransaction(chain, hexToBytes(raw), now());
      if (answer.ok && host.mining === 'instant') await mineBlock(chain, { nowMs: now() });
      return answer;
    });
    if (!admission.ok) return failure('server', admission.message);
    host.wake();
    return { kind: 'result', result: admission.hash, silent: admission.wish === 'timeout' };
  },
  evm_mine: async ({ chain, now }) => {
    await chain.inTurn(() => mineBlock(chain, { nowMs: now() }));
    return result('0x0');
  },
  anvil_mine: async ({ chain, now }, [count]) => {
    const blocks = typeof count === 'number' ? count : Number(readQuantity(count) ?? 1n);
    if (blocks < 1 || blocks > BLOCKS_MAX) return failure('invalidParams', 'too many blocks');
    await chain.inTurn(async () => {
      for (let mined = 0; mined < blocks; mined += 1) await mineBlock(chain, { nowMs: now() });
    });
    return result(null);
  },
  /** True mines every transaction at once; false mines nothing until it is told. */
  evm_setAutomine: async (host, [on]) => {
    host.mining = on === true ? 'instant' : 'manual';
    return result(true);
  },
  anvil_setBalance: async ({ chain, now }, [text, amount]) => {
    const address = readAddress(text);
    const balance = readQuantity(amount);
    if (address === undefined || balance === undefined) return failure('invalidParams', 'invalid balance');
    await chain.inTurn(async () => {
      await chain.vm.stateManager.modifyAccountFields(addressOf(address), { balance });
      // A state is found again by the root of a block, so what is changed by hand needs a block too.
      await mineBlock(chain, { nowMs: now(), empty: true });
    });
    return result(null);
  },
  anvil_dropTransaction: async ({ chain }, [hash]) => result(chain.pool.delete(String(hash)) ? hash : null),
  /** `{ depth, transactions: "waiting" | "dropped" }` */
  sim_reorg: async ({ chain, now }, [options]) => {
    if (!isRecord(options) || typeof options.depth !== 'number') {
      return failure('invalidParams', 'a depth is needed');
    }
    const { depth } = options;
    const transactions = options.transactions === 'dropped' ? 'dropped' : 'waiting';
    const done = await chain.inTurn(() => reorganise(chain, { depth, transactions, nowMs: now() }));
    return done ? result(true) : failure('server', 'that deep the chain is final');
  },
};

const BLOCKS_MAX = 1000;
