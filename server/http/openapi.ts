import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import * as z from 'zod/mini'
import { Failed } from '#contract/wire.ts'
import { withExamples } from './openapi-examples.ts'
import { conversion, namedSchemas } from './openapi-schemas.ts'

const description = `Surveys of buildings: create them from a template, fill them in, hand over a report.

- **Callers** send a session's token in the header \`token\`, or an API key as \`Authorization: Bearer\`. A key may make the calls that name its scope. Each of its replies says in \`RateLimit\` how many calls are left in this minute.
- **Errors** have the form \`{ "errors": [ { "<field>": "<message>" } ] }\`. The message is in the language of the header \`Accept-Language\` (English or Spanish).
- **Retries**: send the header \`Idempotency-Key\` (a UUID) with every call that changes something. The reply is stored, and a retry with the same key and body gets the same reply. The same key with another body is rejected with 422.
- **Answers**: a save may contain all answers of a section. With each answer, send \`base_revision\`: the \`revision\` that you read. Set \`edited: true\` on the answers that the user changed. If another account saved a different value in between, the later edit (\`edited_at\`) wins, and the reply lists the other value in \`conflicts\`.
- **Large files** can be sent in parts that continue after a broken connection, by the tus protocol 1.0.0 at \`/api/files/uploads\`. Then name them in \`media.uploadResumed\`.`

const schemaConversion = { schemaRegistry: namedSchemas, zodToJsonConfig: conversion }
const transform = createJsonSchemaTransform(schemaConversion)
const transformObject = createJsonSchemaTransformObject(schemaConversion)

/**
 * Describes the whole API from the contract's schemas: `/api/openapi.json`, browsable at `/api/docs`. `paths`
 * describes calls outside the contract.
 */
export async function describeApi(
  app: FastifyInstance,
  publicUrl: string,
  paths: Record<string, object>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Fieldbook', version: '1', description },
      servers: [{ url: publicUrl }],
      paths,
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'token' },
          key: { type: 'http', scheme: 'bearer', description: 'An API key, made in the profile' },
        },
      },
    },
    transform: (route) => transform(withFailure(withUpload(route))),
    transformObject: (document) =>
      withExamples(withUsedSchemas(transformObject(document) as OpenAPIV3_1.Document)),
  })
  // Swagger UI writes markup and style elements, so its own pages have a policy without Trusted Types.
  const staticCSP =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP })
  // Built once, since the document is public.
  let text: string | null = null
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

type Described = Parameters<typeof transform>[0]

/**
 * Describes the text fields of a form like any other body. They are validated after they arrive (multipart.ts).
 */
function withUpload(described: Described): Described {
  const { uploads } = (described.route.config ?? {}) as { readonly uploads?: unknown }
  return uploads ? { ...described, schema: { ...described.schema, body: uploads } } : described
}

/** Calls that return bytes have no schema for their replies, but their errors have one. */
function withFailure(described: Described): Described {
  const { schema } = described
  if (!schema || schema.hide || schema.response) return described
  const bytes = { description: 'The bytes', content: { 'application/octet-stream': { schema: z.unknown() } } }
  return { ...described, schema: { ...schema, response: { 200: bytes, '4xx': Failed } } }
}

/** Each named schema is converted as input and as output. Drops those that nothing refers to. */
function withUsedSchemas(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const text = JSON.stringify(document)
  const schemas = Object.entries(document.components?.schemas ?? {})
  const used = schemas.filter(([name]) => text.includes(`"#/components/schemas/${name}"`))
  const smaller = { ...document, components: { ...document.components, schemas: Object.fromEntries(used) } }
  // A dropped schema may have held the last reference to another one.
  return used.length < schemas.length ? withUsedSchemas(smaller) : smaller
}
