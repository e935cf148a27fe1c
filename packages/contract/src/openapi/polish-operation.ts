import type { OpenAPI } from '@orpc/openapi';
import type { BaseOperation } from '../operation.ts';
import { errorReferences } from './error-responses.ts';
import { EVERY_RESPONSE, responseHeaders, successHeaders } from './headers.ts';

/**
 * oRPC's generator gets the schemas right and leaves the rest bare. This adds what a reader needs: descriptions
 * where documentation tools look for them, examples, headers, and the errors by reference.
 */
export function polishOperation(
  generated: OpenAPI.OperationObject,
  operation: BaseOperation,
  headers: readonly OpenAPI.ParameterObject[],
): OpenAPI.OperationObject {
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    parameters: [...ownParameters(generated, operation), ...headers],
    ...requestBody(generated, operation),
    responses: {
      [operation.successStatus]: successResponse(generated, operation),
      ...(operation.cacheable ? { 304: NOT_MODIFIED } : {}),
      ...errorReferences(),
    },
  };
}

const NOT_MODIFIED: OpenAPI.ResponseObject = {
  description: 'Not Modified. Nothing has changed since the answer with this `ETag`.',
  headers: responseHeaders([...EVERY_RESPONSE, 'ETag']),
};

function ownParameters(
  generated: OpenAPI.OperationObject,
  operation: BaseOperation,
): OpenAPI.ParameterObject[] {
  const examples = new Map(Object.entries({ ...operation.examples.params, ...operation.examples.query }));
  return (generated.parameters ?? []).filter(isInline).map((parameter) => {
    const { name, schema = {} } = parameter;
    // In OpenAPI 3.1 a reference may carry a description too; only its type does not say so.
    const { description = '', ...bare } = schema as { description?: string };
    const polished = {
      name,
      in: parameter.in,
      required: parameter.required ?? false,
      description,
      schema: bare,
    };
    return examples.has(name) ? { ...polished, example: examples.get(name) } : polished;
  });
}

function isInline(
  parameter: OpenAPI.ParameterObject | OpenAPI.ReferenceObject,
): parameter is OpenAPI.ParameterObject {
  return 'name' in parameter;
}

function requestBody(
  generated: OpenAPI.OperationObject,
  operation: BaseOperation,
): Pick<OpenAPI.OperationObject, 'requestBody'> {
  const { requestBody } = generated;
  if (requestBody === undefined || !('content' in requestBody)) return {};
  return {
    requestBody: {
      required: operation.bodyRequired,
      content: withExample(requestBody.content, operation.examples.body),
    },
  };
}

function successResponse(
  generated: OpenAPI.OperationObject,
  operation: BaseOperation,
): OpenAPI.ResponseObject {
  const response = generated.responses?.[String(operation.successStatus)];
  const content = response !== undefined && 'content' in response ? response.content : undefined;
  return {
    description: operation.successStatus === 201 ? 'Created' : 'OK',
    headers: successHeaders(operation),
    content: withExample(content ?? {}, operation.examples.response),
  };
}

function withExample(
  content: Record<string, OpenAPI.MediaTypeObject>,
  example: unknown,
): Record<string, OpenAPI.MediaTypeObject> {
  const json = content['application/json'];
  return json === undefined ? content : { 'application/json': { ...json, example } };
}
