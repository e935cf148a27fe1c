/**
 * Opens a chain where it was left, or with its first block: the token placed where the real one is, and a wallet with gas. The token's own constructor runs
 * as if the wallet were deploying it at that address, and so gives the wallet all there is.
 */
import { createBlock } from '@ethereumjs/block';
import { type Common, createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { MerklePatriciaTrie } from '@ethereumjs/mpt';
import { MerkleStateManager } from '@ethereumjs/statemanager';
import {
  type Address,
  bigIntToBytes,
  bytesToHex,
  concatBytes,
  createAccount,
  createAddressFromString,
  hexToBytes,
  setLengthLeft,
  ValueEncoding,
} from '@ethereumjs/util';
import { createVM, type VM } from '@ethereumjs/vm';
import { type Chain, createTurns, type MinedBlock } from './chain.ts';
import { type ChainTables, keepBlock, keptBlocks, nodeDatabase, openPool } from './kept-chain.ts';
import { DEVELOPMENT_WALLET, type KnownChain, TEST_PAYEES, WALLET_GAS } from './known-chains.ts';
import { BASE_FEE_MIN, BLOCK_GAS_LIMIT } from './mine-block.ts';
import testUsd from './test-usd.json' with { type: 'json' };

export async function openChain(known: KnownChain, nowMs: number, tables: ChainTables): Promise<Chain> {
  const common = createCustomCommon({ chainId: known.id, name: `simulated-${known.name}` }, Mainnet, {
    hardfork: Hardfork.Prague,
  });
  const vm = await createVM({ common, stateManager: stateIn(tables, common) });
  const kept = keptBlocks(tables, common);
  const head = kept.blocks.at(-1);
  if (head !== undefined) await vm.stateManager.setStateRoot(head.block.header.stateRoot);
  return {
    id: known.id,
    common,
    vm,
    blocks: head === undefined ? [await firstBlock(vm, known, nowMs, tables)] : kept.blocks,
    pool: openPool(tables, common),
    tables,
    fork: kept.fork,
    inTurn: createTurns(),
  };
}

function stateIn({ nodes }: ChainTables, common: Common): MerkleStateManager {
  const db = nodeDatabase(nodes);
  const trie = new MerklePatriciaTrie({
    db,
    valueEncoding: ValueEncoding.Bytes,
    useKeyHashing: true,
    common,
  });
  return new MerkleStateManager({ common, trie });
}

async function firstBlock(
  vm: VM,
  known: KnownChain,
  nowMs: number,
  tables: ChainTables,
): Promise<MinedBlock> {
  const wallet = createAddressFromString(DEVELOPMENT_WALLET.address.toLowerCase());
  await placeToken(vm, createAddressFromString(known.token.toLowerCase()), wallet);
  await vm.stateManager.putAccount(wallet, createAccount({ nonce: 0n, balance: WALLET_GAS }));
  const stateRoot = await vm.stateManager.getStateRoot();
  const header = {
    number: 0n,
    timestamp: BigInt(Math.floor(nowMs / 1000)),
    gasLimit: BLOCK_GAS_LIMIT,
    baseFeePerGas: BASE_FEE_MIN,
    stateRoot,
  };
  const block = createBlock({ header }, { common: vm.common });
  const mined = { block, hash: bytesToHex(block.hash()), transactions: [] };
  keepBlock(tables, mined, 0);
  return mined;
}

/** Where the compiler put the token's map of balances. */
const BALANCES_SLOT = 3n;
const WORD_BYTES = 32;
const LARGEST_NUMBER = 2n ** 256n - 1n;

async function placeToken(vm: VM, token: Address, owner: Address): Promise<void> {
  await vm.stateManager.putAccount(token, createAccount({ nonce: 1n }));
  const code = hexToBytes(testUsd.bytecode as `0x${string}`);
  const { exceptionError, returnValue } = await vm.evm.runCode({
    code,
    to: token,
    caller: owner,
    gasLimit: GAS,
  });
  if (exceptionError !== undefined) throw new Error("the token's constructor failed");
  await vm.stateManager.putCode(token, returnValue);
  const slot = await balanceSlot(vm, TEST_PAYEES.reverts);
  await vm.stateManager.putStorage(token, slot, word(LARGEST_NUMBER));
}

const GAS = 10_000_000n;

/** Solidity keeps an entry of a map at the hash of its key and the map's slot. The EVM itself can hash. */
async function balanceSlot(vm: VM, holder: `0x${string}`): Promise<Uint8Array> {
  const key = setLengthLeft(hexToBytes(holder), WORD_BYTES);
  const data = concatBytes(key, word(BALANCES_SLOT));
  return (await vm.evm.runCode({ code: hexToBytes(HASH_OF_CALLDATA), data, gasLimit: GAS })).returnValue;
}

/** calldatacopy(0, 0, calldatasize); mstore(0, keccak256(0, calldatasize)); return(0, 32) */
const HASH_OF_CALLDATA = '0x365f5f37365f205f5260205ff3';

function word(value: bigint): Uint8Array {
  return setLengthLeft(bigIntToBytes(value), WORD_BYTES);
}
