/**
 * The isolation matrix: every operation of both APIs, with every id, cursor and other name it takes replaced by one that exists
 * elsewhere: in another environment of the same organisation, or in another organisation. The answer must be the one that a name
 * gets which never existed, must show nothing of elsewhere, and must leave elsewhere as it was.
 *
 * What there is to try is read from the OpenAPI documents.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { generateManageOpenApi, generateOpenApi } from '@switchyard/contract';
import { RAIL_MODULES } from '@switchyard/rails';
import { createEnvironment } from '../../packages/server/src/store/organisations.ts';
import { startTestSimulator } from '../../packages/server/src/testing/connect-to-simulator.ts';
import { startTestServer } from '../../packages/server/src/testing/test-server.ts';
import { withoutRequestId } from '../conformance/expect.ts';
import type { ApiAnswer } from '../harness/api.ts';
import { type Reference, type Taking, takingsOf } from './references.ts';
import { nameIn, requestOf, send, unknownName, withNamed } from './requests.ts';
import { idsIn, rowsOf } from './rows.ts';
import { KINDS_OF_ORGANISATIONS, makeWorld, type World } from './world.ts';

// Without a worker nothing happens in an environment but what a request brings about.
const server = await startTestServer({ modules: RAIL_MODULES, worker: false, requestLog: true });
const simulator = await startTestSimulator();
after(async () => {
  await server.stop();
  await simulator.stop();
});
const { store } = server;

// As they are served; that they are is the conformance suite's business.
const documents = [await generateOpenApi(), await generateManageOpenApi()];
const takings = documents.flatMap((document) => takingsOf(document));
assert.ok(takings.length > 0);

const simulatorUrl = simulator.baseUrl;
const here = await store.newEnvironment('test');
const beside = { ...here, id: store.newId('env_'), mode: 'live' } as const;
await createEnvironment(store.db, store.masterKeys, { ...beside, name: 'live', createdAt: new Date() });
const elsewhere = await store.newEnvironment('test');
const [test1, live1, test2] = await Promise.all([
  makeWorld(server, here, { word: 'quince', bic: 'QUINGB2L', drafts: 1, simulatorUrl }),
  makeWorld(server, beside, { word: 'medlar', bic: 'MEDLGB2L', drafts: 3, simulatorUrl }),
  makeWorld(server, elsewhere, { word: 'sorrel', bic: 'SORRGB2L', drafts: 5, simulatorUrl }),
]);

/** Who looks, where what it must not find is, and whether row-level security, the second net, is hung up below the queries. */
const VIEWS = [
  {
    name: 'a live environment',
    own: live1,
    isSecured: true,
    others: { 'the test environment beside it': test1, 'another organisation': test2 },
  },
  {
    name: 'a test environment',
    own: test1,
    isSecured: false,
    others: { 'the live environment beside it': live1, 'another organisation': test2 },
  },
] as const;

for (const { name, own, others, isSecured } of VIEWS) {
  describe(`seen from ${name}, ${isSecured ? 'as it runs' : 'by what the queries alone say'}`, () => {
    const watch = watcherOf(own, Object.values(others));
    before(async () => {
      if (!isSecured) await setRowSecurity('disable');
      await watch.begin();
    });
    after(() => setRowSecurity('enable'));
    for (const taking of takings.toSorted(
      (one, other) => Number(takesVersion(other)) - Number(takesVersion(one)),
    )) {
      for (const reference of taking.references) {
        for (const [where, other] of Object.entries(others)) {
          if (isShared(reference, own, other)) continue;
          test(`${titleOf(taking, reference)} of ${where} is like one that never existed`, async () => {
            const isWhollyForeign = reference.kind === 'env_';
            const ask = async (named: string) => {
              const request = requestOf(taking, isWhollyForeign ? other : own, reference);
              const answer = await send(callerOf(own, taking), taking, withNamed(request, reference, named));
              watch.check(answer, isWhollyForeign ? [...other.named.values()] : [named]);
              return comparable(answer, named);
            };
            const foreign = await ask(nameIn(other, reference));
            assert.deepEqual(foreign, await ask(unknownName(reference.kind)));
          });
        }
      }
    }
    test('nothing was changed elsewhere', watch.end);
  });
}

describe('whoever may not call an operation', () => {
  for (const taking of takings.filter(({ references, role }) => references.length > 0 && role !== 'viewer')) {
    test(`${taking.id}: learns nothing from the refusal about what exists`, async () => {
      for (const api of await callersWithout(taking)) {
        const refusals = new Set<string>();
        for (const reference of taking.references) {
          for (const named of [
            nameIn(test1, reference),
            nameIn(test2, reference),
            unknownName(reference.kind),
          ]) {
            const answer = await send(
              api,
              taking,
              withNamed(requestOf(taking, test1, reference), reference, named),
            );
            assert.ok([401, 403].includes(answer.status), answer.text);
            refusals.add(withoutRequestId(answer));
          }
        }
        assert.equal(refusals.size, 1, [...refusals].join('\n'));
      }
    });
  }
});

// The requests of the matrix mean something only if they succeed with what is one's own. This comes last: it uses things up.
describe('with names of our own', () => {
  const watch = watcherOf(test1, [live1, test2]);
  before(async () => {
    for (const other of [live1, test2]) {
      for (const taking of takings.filter(({ takesIdempotencyKey }) => takesIdempotencyKey))
        await send(other.key.api, taking, requestOf(taking, other), sameKey(taking));
    }
    await watch.begin();
  });
  for (const taking of takings.toSorted((one, other) => Number(isEnding(one)) - Number(isEnding(other)))) {
    test(`${taking.id} finds them, shows nothing else, and shares no Idempotency-Key`, async () => {
      const ask = async (reference?: Reference, headers = {}) => {
        const request = requestOf(taking, test1, reference);
        const named =
          reference === undefined ? request : withNamed(request, reference, nameIn(test1, reference));
        const answer = await send(callerOf(test1, taking), taking, named, headers);
        watch.check(answer);
        assert.equal(answer.headers.get('idempotent-replayed'), null);
        assert.notEqual(answer.body?.data?.code, 'idempotency_conflict');
        if (taking.references.length > 0)
          assert.ok(
            answer.status < 300 || answer.status === 409,
            `The request is refused for another reason than its names; see CHANGES in test/isolation/requests.ts. ${answer.text}`,
          );
      };
      await ask(undefined, taking.takesIdempotencyKey ? sameKey(taking) : {});
      for (const reference of taking.references) if (reference.in !== 'path') await ask(reference);
    });
  }
  test('nothing was changed elsewhere', watch.end);
});

const sameKey = ({ id }: Taking) => ({ 'idempotency-key': `same-${id}` });

/** After it, what it was about is not there any more. */
function isEnding({ path }: Taking): boolean {
  return /\/(delete|erase|revoke|disable|resolve)$/.test(path);
}

async function callersWithout({ id, path, role }: Taking) {
  if (!path.startsWith('/manage/')) {
    const scopes = [id === 'rails.list' ? 'events.list' : 'rails.list'];
    return [(await server.newKey(test1.environment, { scopes })).api, test1.owner];
  }
  const lesser = role === 'owner' ? (['viewer', 'operator'] as const) : (['viewer'] as const);
  const managers = lesser.map((one) => server.newManager(test1.environment.organisationId, { role: one }));
  return [...(await Promise.all(managers)).map(({ api }) => api), test1.key.api];
}

async function setRowSecurity(deed: 'enable' | 'disable'): Promise<void> {
  const tables = await store.asOwner<{ readonly name: string }>(
    `select distinct tablename as name from pg_policies where schemaname = 'switchyard'`,
  );
  assert.ok(tables.length > 0);
  for (const { name } of tables)
    await store.asOwner(`alter table switchyard.${name} ${deed} row level security`);
}

function titleOf({ id }: Taking, { in: place, path }: Reference): string {
  return `${id}: ${path.join('.').replaceAll('.[]', '[]')} in its ${place}`;
}

/** Tried before the walk makes versions of its own, whose numbers might be those of others. */
function takesVersion({ references }: Taking): boolean {
  return references.some(({ kind }) => kind === 'version');
}

/** What an organisation has belongs to all its environments, and a number of a version may be one of ours too. */
function isShared({ kind }: Reference, own: World, other: World): boolean {
  if (kind === 'version' || kind === 'replaces')
    return Number(other.named.get(kind)) <= Number(own.named.get('version'));
  return (
    KINDS_OF_ORGANISATIONS.has(kind) && own.environment.organisationId === other.environment.organisationId
  );
}

function callerOf(world: World, { path }: Taking) {
  return path.startsWith('/manage/') ? world.owner : world.key.api;
}

/** What two answers of the same kind have in common: ids, times and counts in them are their own. */
function comparable(answer: ApiAnswer, named: string) {
  const text = without(withoutRequestId(answer), [named]);
  return {
    status: answer.status,
    text:
      answer.status < 300
        ? text
            .replaceAll(DIGEST, '<digest>')
            .replaceAll(ID, '<id>')
            .replaceAll(TIME, '<time>')
            .replaceAll(NUMBER, '<number>')
        : text,
  };
}

/** A number of one digit is everywhere, and gives nothing away. */
function without(text: string, names: readonly string[]): string {
  return names
    .filter((name) => name.length >= NAME_CHARS_MIN)
    .reduce((said, name) => said.replaceAll(name, '<named>'), text);
}
const NAME_CHARS_MIN = 6;
const ID = /\b[a-z]{2,5}_[A-Za-z0-9]{22}\b/g;
/** What an outcome teaches, and which version comes next, differs from one call to the next. */
const NUMBER = /\b\d+\b/g;
const DIGEST = /sha256:[0-9a-f]{64}/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

function watcherOf(own: World, others: readonly World[]) {
  const rows = async () => {
    await server.requestLog?.flush();
    return Promise.all(others.map((other) => rowsOf(store, other.environment, isStranger(other))));
  };
  const isStranger = ({ environment }: World) =>
    environment.organisationId !== own.environment.organisationId;
  let first: Awaited<ReturnType<typeof rows>> = [];
  let secrets: ReadonlySet<string> = new Set();
  return {
    async begin() {
      first = await rows();
      const shared = idsIn(await rowsOf(store, own.environment, true));
      const foreign = first.flatMap((one) => [...idsIn(one)]).filter((id) => !shared.has(id));
      secrets = new Set([...foreign, ...others.map(({ word }) => word)]);
    },
    /** An answer may repeat what it was asked for, and nothing else that is not its caller's. */
    check(answer: ApiAnswer, sent: readonly string[] = []) {
      assert.ok(answer.status < 500, answer.text);
      const said = without(answer.text, sent);
      const leaked = [...secrets].filter((secret) => said.includes(secret));
      assert.deepEqual(leaked, [], answer.text);
    },
    async end() {
      assert.deepEqual(await rows(), first);
    },
  };
}
