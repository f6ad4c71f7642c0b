import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

test.for([
  'postgresql://fieldbook:secret@db.example.com:5432/fieldbook',
  'postgres://fieldbook:p%40ss%2Fword@127.0.0.1/fieldbook?sslmode=require',
  'postgresql:///fieldbook?host=/var/run/postgresql&user=fieldbook',
  'postgresql://fieldbook@/fieldbook?host=/tmp',
  // The driver reads the last @ of the first part as the end of the password.
  'postgresql://fieldbook:p@ss@127.0.0.1/fieldbook',
  'postgresql://u:p@127.0.0.1/x?sslmode=verify-full&sslrootcert=/no/such/ca.pem',
])('%s is an address', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test.for([
  'postgresql://fieldbook:p@s/s@127.0.0.1/fieldbook',
  'postgresql://fieldbook:p/s@127.0.0.1/fieldbook',
  'postgresql://fieldbook:p#s@127.0.0.1/fieldbook',
  'postgresql://fieldbook:12#s@127.0.0.1/fieldbook',
  'postgresql://fieldbook:p?s@127.0.0.1/fieldbook',
  'postgresql://fieldbook:12?s@127.0.0.1/fieldbook',
  'postgresql://fieldbook:p:s@127.0.0.1:port/fieldbook',
  'postgresql://fieldbook:%ff@127.0.0.1/fieldbook',
  'mysql://fieldbook@127.0.0.1/fieldbook',
])('%s is refused with what to do, and without the password', (DATABASE_URL) => {
  const refused = () => readConfig({ DATABASE_URL })
  expect(refused).toThrow(/^DATABASE_URL must be an address such as .*percent-encoded \(@ as %40/)
  expect(refused).not.toThrow('127.0.0.1')
})

test('the number of connections is a setting', () => {
  expect(readConfig({}).databasePool).toBe(16)
  expect(readConfig({ DATABASE_POOL: '5' }).databasePool).toBe(5)
  expect(() => readConfig({ DATABASE_POOL: '0' })).toThrow('DATABASE_POOL must be a number of connections')
})
