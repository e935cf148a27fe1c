import type { AnyContractRouter } from '@orpc/contract';
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { contract } from '../contract.ts';
import { UndefinedError } from '../errors.ts';
import type { BaseOperation } from '../operation.ts';
import { OPERATIONS } from '../operation-list.ts';
import { definedErrorSchemas, ERROR_PAGES, type ErrorPages, errorResponses } from './error-responses.ts';
import { headersOf, requestHeaders } from './headers.ts';
import { INFO, SECURITY_SCHEMES, TAGS } from './info.ts';
import { polishOperation } from './polish-operation.ts';
import { schemaCollector } from './schema-collector.ts';

export const OPENAPI_VERSION = '3.1.1';

export interface OpenApiOptions {
  /** Where the API is served. By default the place the document itself was fetched from. */
  readonly serverUrl?: string;
}

/** All that an OpenAPI document says of one API. */
export interface ApiDescription<O extends BaseOperation> {
  readonly contract: AnyContractRouter;
  readonly operations: readonly O[];
  readonly info: OpenAPI.InfoObject;
  readonly tags: OpenAPI.TagObject[];
  readonly securitySchemes: Record<string, OpenAPI.SecuritySchemeObject>;
  /** Any one of these admits a call. */
  readonly security: OpenAPI.SecurityRequirementObject[];
  readonly errorPages: ErrorPages;
  readonly requestHeaders: (operation: O) => OpenAPI.ParameterObject[];
  /** What an operation says besides what all say: extensions, or a security of its own. */
  readonly extras?: (operation: O) => OperationExtras;
}

export interface OperationExtras {
  readonly [extension: `x-${string}`]: string;
  readonly security?: OpenAPI.SecurityRequirementObject[];
}

/** The machine-readable description of the API. The same inputs give the same bytes. */
export function generateOpenApi(options: OpenApiOptions = {}): Promise<OpenAPI.Document> {
  return generateDocument(
    {
      contract,
      operations: OPERATIONS,
      info: INFO,
      tags: TAGS,
      securitySchemes: SECURITY_SCHEMES,
      security: [{ apiKey: [] }],
      errorPages: ERROR_PAGES,
      requestHeaders,
    },
    options,
  );
}

export async function generateDocument<O extends BaseOperation>(
  api: ApiDescription<O>,
  options: OpenApiOptions,
): Promise<OpenAPI.Document> {
  const collector = schemaCollector();
  const generator = new OpenAPIGenerator({ schemaConverters: [collector.converter] });
  const generated = await generator.generate(api.contract, { info: api.info });
  for (const schema of [...definedErrorSchemas(api.errorPages), UndefinedError])
    collector.add(schema, 'output');
  return {
    openapi: OPENAPI_VERSION,
    info: api.info,
    servers: [{ url: options.serverUrl ?? '/', description: 'This Switchyard.' }],
    security: api.security,
    tags: api.tags,
    paths: polishedPaths(api, generated),
    components: {
      securitySchemes: api.securitySchemes,
      headers: headersOf(api.operations),
      responses: errorResponses(api.errorPages),
      // Both describe JSON Schema 2020-12; the two libraries merely type it differently.
      schemas: collector.components() as Record<string, OpenAPI.SchemaObject>,
    },
  };
}

function polishedPaths<O extends BaseOperation>(
  api: ApiDescription<O>,
  generated: OpenAPI.Document,
): OpenAPI.PathsObject {
  const paths: Record<string, Record<string, OpenAPI.OperationObject>> = {};
  for (const operation of api.operations) {
    const polished = {
      ...polishOperation(generatedOperation(generated, operation), operation, api.requestHeaders(operation)),
      ...api.extras?.(operation),
    };
    paths[operation.path] = { ...paths[operation.path], [methodOf(operation)]: polished };
  }
  return paths;
}

function generatedOperation(generated: OpenAPI.Document, operation: BaseOperation): OpenAPI.OperationObject {
  const found = generated.paths?.[operation.path]?.[methodOf(operation)];
  if (found?.operationId !== operation.name) {
    throw new Error(
      `The contract has no procedure ${operation.name} at ${operation.method} ${operation.path}.`,
    );
  }
  return found;
}

function methodOf(operation: BaseOperation): 'get' | 'post' {
  return operation.method === 'GET' ? 'get' : 'post';
}
