/** What these tests take from the packages: the adapter and the simulator meet only here. */
export type {
  Action,
  HttpAnswer,
  HttpRequest,
  PaymentOrder,
  PaymentStep,
  Ports,
  Rail,
  WebhookDelivery,
} from '@switchyard/rail-kit';
export {
  createRealHttp,
  describeRail,
  type UserReturn,
} from '../../../packages/rail-kit/src/conformance/describe-rail.ts';
export { truelayerRail } from '../../../packages/rails/src/truelayer/index.ts';
export { startSimulator } from '../../../packages/simulator/src/index.ts';
export { createTruelayer } from '../../../packages/simulator/src/providers/truelayer/index.ts';
