import assert from 'node:assert/strict';
import { describeRail } from '@switchyard/rail-kit/conformance';
import { loadCatalogue } from '@switchyard/rails';
import { CHAIN_OF_RAIL } from '../../../packages/rails/src/evm/chains.ts';
import { evmRail } from '../../../packages/rails/src/evm/index.ts';
import {
  broadcastFailure,
  ENDINGS,
  RECEIPT_STATUSES,
  readBroadcastRefusal,
} from '../../../packages/rails/src/evm/translate.ts';
import { DEVELOPMENT_WALLET, KNOWN_CHAINS } from '../../../packages/simulator/src/providers/evm/index.ts';
import { type EvmHarness, freshAddress, orderTo, startEvm } from './evm-harness.ts';
import { NODE_MESSAGES } from './node-messages.ts';

for (const rail of evmRail.rails) {
  const chain = KNOWN_CHAINS.find(({ id }) => id === CHAIN_OF_RAIL[rail]) ?? assert.fail('it is simulated');
  const evm: EvmHarness = await startEvm({ mining: 'interval', chain });
  const listing = loadCatalogue().find(({ id }) => id === rail) ?? assert.fail('it is listed');
  // Nothing on a chain has our key, so each order has a payee of its own, and transfers to it are counted.
  let payee = freshAddress();

  describeRail(rail, {
    module: evmRail,
    rail,
    listedRoles: listing.roles,
    credentials: { rpc_url: evm.rpcUrl, private_key: DEVELOPMENT_WALLET.privateKey, confirmations: 2 },
    confidential: [DEVELOPMENT_WALLET.privateKey, DEVELOPMENT_WALLET.address, evm.rpcUrl],
    statuses: [
      {
        of: 'receipt.status',
        documented: ['0x0', '0x1'],
        translate: (status) => {
          if (!Object.hasOwn(RECEIPT_STATUSES, status)) return undefined;
          return status === '0x1' ? { kind: 'done' } : ENDINGS.reverted;
        },
      },
      {
        of: 'eth_sendRawTransaction',
        documented: NODE_MESSAGES.map(([message]) => message),
        translate(message) {
          const refusal = readBroadcastRefusal(message);
          return refusal === undefined ? undefined : broadcastFailure(refusal);
        },
      },
    ],
    payment: {
      order() {
        payee = freshAddress();
        const { key: _key, state: _state, ...order } = orderTo(payee, {}, chain);
        return order;
      },
      approve: () => assert.fail('nobody approves anything on this rail'),
      moneyPurposes: ['eth_sendRawTransaction'],
      async countAtProvider() {
        await evm.mine(1);
        const toPayee = `0x${payee.slice(2).padStart(64, '0')}`;
        const transfers = await evm.rpc('eth_getLogs', [
          { fromBlock: 'earliest', address: chain.token, topics: [null, null, toPayee] },
        ]);
        assert.ok(Array.isArray(transfers));
        return transfers.length;
      },
    },
    release: () => evm.stop(),
  });
}
