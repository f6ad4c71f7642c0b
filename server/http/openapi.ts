import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/**
 * Describes the whole API from the contract's own schemas: `/api/openapi.json`, browsable at `/api/docs`. `paths` are of
 * those calls that are not the contract's.
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
          'Every mutating call honours the header Idempotency-Key (a UUID): the result is stored and given again; the same key with another body is 422. Files may also go in parts that continue where they stopped, by the tus protocol 1.0.0 at /api/files/uploads (creation, creation-with-upload, termination, expiration; credentials by the header token as everywhere), and are then named in media.uploadResumed. Failures have the form { "errors": [ { "<field>": "<message>" } ] }.',
      },
      servers: [{ url: publicUrl }],
      paths,
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
}
