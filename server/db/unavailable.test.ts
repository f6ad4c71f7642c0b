import { expect, test } from 'vitest'
import { isUnavailable } from '#server/db/unavailable.ts'

function failure(fields: object, message = 'x'): Error {
  return Object.assign(new Error(message), fields)
}

test.for([
  failure({ code: 'ECONNREFUSED', syscall: 'connect' }),
  failure({ code: 'ENOENT', syscall: 'connect' }),
  failure({ code: '57P01' }),
  failure({ code: '57P03' }),
  failure({ code: '08006' }),
  failure({ code: '53300' }),
  failure({ code: '55P03' }),
  failure({}, 'Connection terminated unexpectedly'),
  failure({}, 'Connection terminated due to connection timeout'),
  failure({}, 'timeout exceeded when trying to connect'),
  failure({}, 'timeout expired'),
  failure({}, 'Client has encountered a connection error and is not queryable'),
  new Error('save failed', { cause: failure({ code: 'ECONNRESET' }) }),
  new AggregateError([failure({ code: 'ECONNREFUSED' })]),
])('%s means that the database is unavailable', (error) => {
  expect(isUnavailable(error)).toBe(true)
})

test.for([
  failure({ code: 'ENOENT', syscall: 'open' }),
  failure({ code: '23505' }),
  failure({ code: '22P02' }),
  failure({ code: '57014' }),
  failure({ code: 'ERR_INVALID_ARG_TYPE' }),
  new Error('Connection is a word in this sentence'),
  'ECONNREFUSED',
  null,
])('%s does not mean that the database is unavailable', (error) => {
  expect(isUnavailable(error)).toBe(false)
})
