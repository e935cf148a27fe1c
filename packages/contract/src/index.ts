/** What the HTTP API accepts, returns and refuses. See the README for how the parts fit. */
export { contract } from './contract.ts';
export {
  type DefinedError,
  definedErrorSchema,
  ERROR_CODES,
  ERROR_MAP,
  ERROR_NAMES,
  ERROR_STATUSES,
  type ErrorCode,
  ErrorData,
  type ErrorName,
  type ErrorStatus,
  UndefinedError,
} from './errors.ts';
export { event as EVENT_EXAMPLE } from './examples/event.ts';
export { eventObjects as EVENT_OBJECT_EXAMPLES } from './examples/event-objects.ts';
export { firstProblem, type InputProblem, paramOf } from './first-problem.ts';
export { IDEMPOTENCY_KEY_PATTERN } from './idempotency-key.ts';
export {
  INPUT_ERRORS,
  type InputErrorKey,
  type InputErrorVars,
} from './input-errors.ts';
export { type InputPart, inputReader, type RawInput, type ReadInput } from './input-reader.ts';
export { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
export * from './limits.ts';
export * from './manage/index.ts';
export { generateOpenApi, OPENAPI_VERSION, type OpenApiOptions } from './openapi/generate.ts';
export type { BaseOperation, Operation, OperationExamples } from './operation.ts';
export {
  type InputOf,
  OPERATIONS,
  type OperationName,
  type OperationOf,
  type OutputOf,
} from './operation-list.ts';
export * from './schemas/account.ts';
export * from './schemas/account-ref.ts';
export * from './schemas/action.ts';
export * from './schemas/address.ts';
export * from './schemas/amount.ts';
export * from './schemas/connection.ts';
export * from './schemas/country.ts';
export * from './schemas/customer.ts';
export * from './schemas/event.ts';
export * from './schemas/explanation.ts';
export * from './schemas/fee.ts';
export * from './schemas/fix.ts';
export * from './schemas/fx.ts';
export * from './schemas/id.ts';
export * from './schemas/institution.ts';
export * from './schemas/leg.ts';
export * from './schemas/leg-kind.ts';
export * from './schemas/link-session.ts';
export * from './schemas/metadata.ts';
export * from './schemas/outcome.ts';
export * from './schemas/payment-intent.ts';
export * from './schemas/psu.ts';
export * from './schemas/rail.ts';
export * from './schemas/rail-id.ts';
export * from './schemas/reliability.ts';
export * from './schemas/return-uri.ts';
export * from './schemas/route-decision.ts';
export * from './schemas/route-quote.ts';
export * from './schemas/routing-snapshot.ts';
export * from './schemas/scheme.ts';
export type { StringMap } from './string-map.ts';
