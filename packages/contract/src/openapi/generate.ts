import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { contract } from '../contract.ts';
import { UndefinedError } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operation-list.ts';
import { definedErrorSchemas, errorResponses } from './error-responses.ts';
import { RESPONSE_HEADERS } from './headers.ts';
import { INFO, SECURITY_SCHEMES, TAGS } from './info.ts';
import { polishOperation } from './polish-operation.ts';
import { schemaCollector } from './schema-collector.ts';

export const OPENAPI_VERSION = '3.1.1';

export interface OpenApiOptions {
  /** Where the API is served. By default the place the document itself was fetched from. */
  readonly serverUrl?: string;
}

/** The machine-readable description of the API. The same inputs give the same bytes. */
export async function generateOpenApi(options: OpenApiOptions = {}): Promise<OpenAPI.Document> {
  const collector = schemaCollector();
  const generator = new OpenAPIGenerator({ schemaConverters: [collector.converter] });
  const generated = await generator.generate(contract, { info: INFO });
  for (const schema of [...definedErrorSchemas(), UndefinedError]) collector.add(schema, 'output');
  return {
    openapi: OPENAPI_VERSION,
    info: INFO,
    servers: [{ url: options.serverUrl ?? '/', description: 'This Switchyard.' }],
    security: [{ apiKey: [] }],
    tags: TAGS,
    paths: polishedPaths(generated),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: RESPONSE_HEADERS,
      responses: errorResponses(),
      // Both describe JSON Schema 2020-12; the two libraries merely type it differently.
      schemas: collector.components() as Record<string, OpenAPI.SchemaObject>,
    },
  };
}

function polishedPaths(generated: OpenAPI.Document): OpenAPI.PathsObject {
  const paths: Record<string, Record<string, OpenAPI.OperationObject>> = {};
  for (const operation of OPERATIONS) {
    const polished = polishOperation(generatedOperation(generated, operation), operation);
    paths[operation.path] = { ...paths[operation.path], [methodOf(operation)]: polished };
  }
  return paths;
}

function generatedOperation(generated: OpenAPI.Document, operation: Operation): OpenAPI.OperationObject {
  const found = generated.paths?.[operation.path]?.[methodOf(operation)];
  if (found?.operationId !== operation.name) {
    throw new Error(
      `The contract has no procedure ${operation.name} at ${operation.method} ${operation.path}.`,
    );
  }
  return found;
}

function methodOf(operation: Operation): 'get' | 'post' {
  return operation.method === 'GET' ? 'get' : 'post';
}
