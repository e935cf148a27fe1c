/** Blocks, transactions, receipts and logs as a node writes them: everything is hexadecimal text. */
import type { TypedTransaction } from '@ethereumjs/tx';
import { bytesToHex } from '@ethereumjs/util';
import type { MinedBlock, MinedTransaction } from './chain.ts';

export function quantity(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

export function presentBlock(mined: MinedBlock, full: boolean) {
  const { header } = mined.block;
  return {
    ...header.toJSON(),
    hash: mined.hash,
    miner: header.coinbase.toString(),
    sha3Uncles: bytesToHex(header.uncleHash),
    transactionsRoot: bytesToHex(header.transactionsTrie),
    receiptsRoot: bytesToHex(header.receiptTrie),
    size: quantity(mined.block.serialize().length),
    uncles: [],
    transactions: mined.transactions.map((transaction, index) =>
      full ? presentTransaction(transaction.tx, transaction.sender, { mined, index }) : transaction.hash,
    ),
  };
}

/** Without a place in a block it is one that waits. */
export function presentTransaction(
  tx: TypedTransaction,
  sender: string,
  place?: { readonly mined: MinedBlock; readonly index: number },
) {
  const { gasLimit, data, ...fields } = tx.toJSON();
  return {
    ...fields,
    type: quantity(tx.type),
    hash: bytesToHex(tx.hash()),
    from: sender,
    to: tx.to?.toString() ?? null,
    gas: gasLimit,
    input: data,
    gasPrice: quantity(effectiveGasPrice(tx, place?.mined.block.header.baseFeePerGas ?? 0n)),
    blockHash: place?.mined.hash ?? null,
    blockNumber: place === undefined ? null : quantity(place.mined.block.header.number),
    transactionIndex: place === undefined ? null : quantity(place.index),
  };
}

export function presentReceipt(mined: MinedBlock, index: number) {
  const transaction = mined.transactions[index];
  if (transaction === undefined) return null;
  const { tx, sender, hash, execution } = transaction;
  return {
    transactionHash: hash,
    transactionIndex: quantity(index),
    blockHash: mined.hash,
    blockNumber: quantity(mined.block.header.number),
    from: sender,
    to: tx.to?.toString() ?? null,
    contractAddress: execution.createdAddress,
    cumulativeGasUsed: quantity(execution.cumulativeGasUsed),
    gasUsed: quantity(execution.gasUsed),
    effectiveGasPrice: quantity(effectiveGasPrice(tx, mined.block.header.baseFeePerGas ?? 0n)),
    logs: presentLogs(mined).filter(({ transactionHash }) => transactionHash === hash),
    logsBloom: bytesToHex(execution.bloom),
    status: execution.isSuccess ? '0x1' : '0x0',
    type: quantity(tx.type),
  };
}

/** Of a whole block, because a log's index counts through the block. */
export function presentLogs(mined: MinedBlock) {
  return mined.transactions
    .flatMap((transaction, transactionIndex) =>
      logsOf(transaction).map((log) => ({ ...log, transactionIndex })),
    )
    .map(({ address, topics, data, transactionIndex, transactionHash }, logIndex) => ({
      address,
      topics,
      data,
      blockNumber: quantity(mined.block.header.number),
      blockHash: mined.hash,
      transactionHash,
      transactionIndex: quantity(transactionIndex),
      logIndex: quantity(logIndex),
      removed: false,
    }));
}

function logsOf({ hash, execution }: MinedTransaction) {
  return execution.logs.map(([address, topics, data]) => ({
    address: bytesToHex(address),
    topics: topics.map((topic) => bytesToHex(topic)),
    data: bytesToHex(data),
    transactionHash: hash,
  }));
}

function effectiveGasPrice(tx: TypedTransaction, baseFee: bigint): bigint {
  if (!('maxFeePerGas' in tx)) return tx.gasPrice;
  const wanted = baseFee + tx.maxPriorityFeePerGas;
  return wanted < tx.maxFeePerGas ? wanted : tx.maxFeePerGas;
}
