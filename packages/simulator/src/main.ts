/** The simulator on its own: `node packages/simulator/src/main.ts --port 4401 --state simulator.state`. */
import { parseArgs } from 'node:util';
import { ALL_PROVIDERS } from './providers/all-providers.ts';
import { startSimulator } from './start-simulator.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4401' },
    host: { type: 'string', default: '127.0.0.1' },
    seed: { type: 'string' },
    state: { type: 'string' },
  },
});

const simulator = await startSimulator({
  port: wholeNumber(values.port, 'port'),
  host: values.host,
  providers: ALL_PROVIDERS,
  ...(values.seed === undefined ? {} : { seed: wholeNumber(values.seed, 'seed') }),
  ...(values.state === undefined ? {} : { stateFile: values.state }),
});
console.log(`The simulator listens at ${simulator.baseUrl}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.stop());
}

function wholeNumber(text: string, option: string): number {
  if (!/^[0-9]{1,10}$/.test(text)) throw new Error(`--${option} is a whole number`);
  return Number(text);
}
