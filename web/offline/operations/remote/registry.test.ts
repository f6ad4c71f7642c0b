import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { endpointOf } from './registry.ts'

test('the contract marks every outbox call as queued offline', () => {
  const operations = [...api.values()].filter(({ name }) => endpointOf(name))
  expect(operations.length).toBeGreaterThan(0)
  expect(operations.filter(({ offline }) => offline !== 'queue').map(({ name }) => name)).toEqual([])
})
