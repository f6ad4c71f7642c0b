import { expect, test } from 'vitest'
import { issuersOf } from './id-token.ts'

test('a whole host is one issuer with and without its last slash, a folder of it is not', () => {
  expect(issuersOf({ issuer: 'https://id.example.com' })).toEqual([
    'https://id.example.com',
    'https://id.example.com/',
  ])
  expect(issuersOf({ issuer: 'https://id.example.com/' })).toContain('https://id.example.com')
  expect(issuersOf({ issuer: 'https://id.example.com/acme' })).toEqual(['https://id.example.com/acme'])
  expect(issuersOf({ issuer: 'https://id.example.com/acme/' })).toEqual(['https://id.example.com/acme/'])
})
