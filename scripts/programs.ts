import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './steps.ts'

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const CHROMIUM_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser that the journeys run in: CHROMIUM_PATH, else the first of the usual ones. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : null
  return CHROMIUM_NAMES.map(onPath).find((path) => path !== null) ?? CHROMIUM_PLACES.find(existsSync) ?? null
}

/** Finds Chromium, installing Debian's where that can be done without asking; else says how to get it. */
export async function provideChromium(): Promise<string | null> {
  const there = findChromium()
  if (there) return there
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    console.log(
      "The browser tests need Chromium: install it (on Debian 'sudo apt-get install chromium') or set CHROMIUM_PATH.",
    )
    return null
  }
  console.log('Installing Chromium (apt-get) …')
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  await run('apt-get', ['update', '-q'])
  const { code, output } = await run('apt-get', [
    'install',
    '-y',
    '-q',
    '--no-install-recommends',
    'chromium',
  ])
  if (code !== 0) console.log(output.trimEnd())
  return findChromium()
}

function onPath(program: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, program)).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
