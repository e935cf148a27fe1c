import { defineOperation } from '../operation.ts';
import { AddressParseInput, ParsedAddress } from '../schemas/address.ts';

export const parseAddress = defineOperation({
  name: 'addresses.parse',
  method: 'POST',
  path: '/v1/addresses/parse',
  successStatus: 200,
  tag: 'Addresses',
  summary: 'Parse an address',
  description:
    'Validates a `payto://` URI, checksums included, and returns it masked. Nothing is stored, not even for the ' +
    '`Idempotency-Key`. A scheme that is valid but not modelled yet answers with `known: false`.',
  readOnly: true,
  body: AddressParseInput,
  output: ParsedAddress,
  examples: {
    body: { payto: 'payto://iban/DE89370400440532013000?receiver-name=Grace%20Hopper' },
    response: {
      scheme: 'iban',
      known: true,
      masked: 'DE****3000',
      country: 'DE',
      receiverName: 'Grace Hopper',
    },
  },
});
