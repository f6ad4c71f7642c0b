import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

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
      info: {
        title: 'Fieldbook',
        version: '1',
        description:
          'Every mutating call honours the header Idempotency-Key (a UUID): the result is stored and given again; the same key with another body is 422. Files may also go in parts that continue where they stopped, by the tus protocol 1.0.0 at /api/files/uploads (creation, creation-with-upload, termination, expiration; credentials by the header token as everywhere), and are then named in media.uploadResumed. A save may name all answers of a section: a value that is the one of base_revision (or of revision, as read) while another stands since is no edit, and saved tells that revision; without either it is compared with what this session was last given or sent. Send base_revision with every answer, and edited: true with those that a person changed: they count also where they are what stood before. An edit made without sight of the answer that stands is decided by edited_at, and the other value is in conflicts. Failures have the form { "errors": [ { "<field>": "<message>" } ] }.',
      },
      servers: [{ url: publicUrl }],
      paths,
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
    },
    transform: (route) => jsonSchemaTransform(withUpload(route)),
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

type Described = Parameters<typeof jsonSchemaTransform>[0]

/**
 * Describes the text fields of a form like any other body. They are validated after they arrive (multipart.ts).
 */
function withUpload(described: Described): Described {
  const { uploads } = (described.route.config ?? {}) as { readonly uploads?: unknown }
  return uploads ? { ...described, schema: { ...described.schema, body: uploads } } : described
}
