import { expect, test } from 'vitest'
import { address, namedDatabase, refusal } from '#server/testing/named-database.ts'
import { startPooler } from '#server/testing/pooler.ts'

const ignored = {
  ignore_startup_parameters: 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
}

test('a pooler that refuses a setting is told in a sentence, with the line that it needs', async () => {
  const [database, port] = [await namedDatabase('owner fieldbook'), await startPooler({})]
  expect(await refusal(address({ database, port }))).toMatch(
    /^StartFailure: The database, or the pooler.*ignore_startup_parameters = statement_timeout.*unsupported startup parameter/,
  )
})

test('a pooler that shares connections by transaction is refused, and keeps no lock of the start', async () => {
  const database = await namedDatabase('owner fieldbook')
  const port = await startPooler({ pool_mode: 'transaction', ...ignored })
  const said = await refusal(address({ database, port }))
  expect(said).toMatch(/^StartFailure: The pooler.*shares connections by transaction.*pool_mode = session/)
  expect(await refusal(address({ database }))).toBe('it started')
})

test('a pooler with a connection for each client, set as the handbook says, is used', async () => {
  const database = await namedDatabase('owner fieldbook')
  const port = await startPooler({ pool_mode: 'session', ...ignored })
  expect(await refusal(address({ database, port }))).toBe('it started')
  expect(await refusal(address({ database, port }))).toBe('it started')
})
