import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { s3Place } from './s3-config.ts'

const keys = { S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 's3cr3t/+' }

test('files are stored in DATA_DIR without a bucket', () => {
  expect(readConfig({}).s3).toBeNull()
  expect(readConfig({ S3_REGION: 'eu-central-1' }).s3).toBeNull()
})

test('a bucket at Amazon, opened by the role of the machine', () => {
  const { s3 } = readConfig({ S3_BUCKET: 'acme-fieldbook', S3_REGION: 'eu-central-1' })
  expect(s3).toEqual({
    ...{ bucket: 'acme-fieldbook', prefix: '', endpoint: null },
    ...{ region: 'eu-central-1', keys: null, pathStyle: false },
  })
  expect(s3 && s3Place(s3)).toBe('s3://acme-fieldbook/ at Amazon, eu-central-1')
})

test('a folder in a bucket of another server', () => {
  const endpoint = { S3_ENDPOINT: 'http://minio:9000/', S3_PREFIX: 'fieldbook/north' }
  const { s3 } = readConfig({ S3_BUCKET: 'photos', ...endpoint, ...keys })
  expect(s3).toEqual({
    ...{ bucket: 'photos', prefix: 'fieldbook/north/', endpoint: 'http://minio:9000' },
    ...{ region: 'us-east-1', keys: { id: 'AKIA', secret: 's3cr3t/+' }, pathStyle: true },
  })
  expect(s3 && s3Place(s3)).toBe('s3://photos/fieldbook/north/ at http://minio:9000')
  expect(readConfig({ S3_BUCKET: 'b-1', ...endpoint, S3_PATH_STYLE: '0' }).s3?.pathStyle).toBe(false)
})

test.each([
  [keys, /S3_BUCKET must be set too: without it files are kept in DATA_DIR/],
  [{ S3_ENDPOINT: 'https://s3.example.com' }, /S3_BUCKET must be set too/],
  [{ S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'AKIA' }, /S3_SECRET_ACCESS_KEY must be set too/],
  [{ S3_BUCKET: 'photos', S3_SECRET_ACCESS_KEY: 'x' }, /S3_ACCESS_KEY_ID must be set too/],
  [{ S3_BUCKET: 'pho tos' }, /S3_BUCKET must be the name of a bucket, not "pho tos"/],
  [{ S3_BUCKET: 'photos', S3_PREFIX: '/abs' }, /S3_PREFIX must be a folder in the bucket/],
  [{ S3_BUCKET: 'photos', S3_PREFIX: '../other' }, /S3_PREFIX must be a folder in the bucket/],
  [{ S3_BUCKET: 'photos', S3_ENDPOINT: 'minio:9000' }, /S3_ENDPOINT must be an address/],
])('%o is refused', (environment, words) => {
  expect(() => readConfig(environment)).toThrow(words)
})

test('does not repeat an invalid secret', () => {
  const environment = { S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'half a secret' }
  expect(() => readConfig(environment)).toThrow(/^S3_SECRET_ACCESS_KEY must be the secret of that key\.\n/)
  expect(() => readConfig(environment)).not.toThrow(/half a secret/)
})
