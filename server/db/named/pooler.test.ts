import { expect, test } from 'vitest'
import { address, namedDatabase, refusal } from '#server/testing/named-database.ts'
import { startPooler } from '#server/testing/pooler.ts'

const ignored = {
  ignore_startup_parameters: 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
}

test('a pooler that rejects a setting is reported with the configuration line it needs', async () => {
  const [database, port] = [await namedDatabase('owner fieldbook'), await startPooler({})]
  expect(await refusal(address({ database, port }))).toMatch(
    /^StartFailure: The database, or the pooler.*ignore_startup_parameters = statement_timeout.*unsupported startup parameter/,
  )
})

test('a pooler in transaction mode is rejected, and leaves no startup lock behind', async () => {
  const database = await namedDatabase('owner fieldbook')
  const port = await startPooler({ pool_mode: 'transaction', ...ignored })
  const said = await refusal(address({ database, port }))
  expect(said).toMatch(/^StartFailure: The pooler.*shares connections by transaction.*pool_mode = session/)
  expect(await refusal(address({ database }))).toBe('it started')
})

test('a pooler in session mode, configured as documented, is accepted', async () => {
  const database = await namedDatabase('owner fieldbook')
  const port = await startPooler({ pool_mode: 'session', ...ignored })
  expect(await refusal(address({ database, port }))).toBe('it started')
  expect(await refusal(address({ database, port }))).toBe('it started')
})
