import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { readBody } from './read-body.ts'

test('a large body is read whole, also if it ends while its last piece waits for its turn', async () => {
  const raw = Object.assign(new Readable({ read: () => {} }), { headers: {} })
  const piece = Buffer.alloc(limits.pacedBodyBytes / 2, 'x')
  for (let count = 0; count < 4; count++) raw.push(piece)
  raw.push(null)
  const request = { raw, ip: '192.0.2.1', routeOptions: { bodyLimit: limits.jsonBodyBytes } }
  const body = await readBody(request as unknown as FastifyRequest, ({ length }) => length)
  expect(body.length).toBe(4 * piece.length)
})
