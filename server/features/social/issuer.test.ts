import { expect, test } from 'vitest'
import { issuersOf } from './id-token.ts'

test('a whole host is the same issuer with and without its trailing slash, a path on it is not', () => {
  expect(issuersOf({ issuer: 'https://id.example.com' })).toEqual([
    'https://id.example.com',
    'https://id.example.com/',
  ])
  expect(issuersOf({ issuer: 'https://id.example.com/' })).toContain('https://id.example.com')
  expect(issuersOf({ issuer: 'https://id.example.com/acme' })).toEqual(['https://id.example.com/acme'])
  expect(issuersOf({ issuer: 'https://id.example.com/acme/' })).toEqual(['https://id.example.com/acme/'])
})
