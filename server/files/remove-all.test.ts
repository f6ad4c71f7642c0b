import { expect, test } from 'vitest'
import { removeAll } from './remove-all.ts'

const keys = Array.from({ length: 100 }, (_, at) => String(at))

test('removes all files, a few at a time', async () => {
  const gone = new Set<string>()
  let [running, most] = [0, 0]
  const remove = async (key: string) => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    gone.add(key)
    running--
  }
  await removeAll({ remove }, keys)
  expect(gone.size).toBe(100)
  expect(most).toBe(16)
  await removeAll({ remove }, [])
})

test('an unavailable store is not asked for each file, and no removal runs on after the failure', async () => {
  let asked = 0
  const remove = async () => {
    asked++
    await new Promise(setImmediate)
    throw new Error('away')
  }
  await expect(removeAll({ remove }, keys)).rejects.toThrow('away')
  expect(asked).toBe(16)
})
