import { accessSync, constants, existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findPooler, findPostgres, findSwift } from '#server/testing/installed.ts'
import { run } from './steps.ts'

/** Chromium without a window of its own: a third of the work for each page that is opened. */
const SHELL = 'chromium-headless-shell'
const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const CHROMIUM_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** What the journeys run in: CHROMIUM_PATH, else the shell, else the whole browser. */
export function findChromium(): string | null {
  return process.env.CHROMIUM_PATH ? findWholeChromium() : (onPath(SHELL) ?? findWholeChromium())
}

/** The browser that people use: for what is measured, for cameras, and in the soak for what is killed. */
export function findWholeChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : null
  return CHROMIUM_NAMES.map(onPath).find((path) => path !== null) ?? CHROMIUM_PLACES.find(existsSync) ?? null
}

/** Finds the whole browser, installing Debian's where that can be done without asking; else says how to get it. */
export async function provideChromium(): Promise<string | null> {
  if (!findWholeChromium()) await install('chromium')
  const found = findWholeChromium()
  if (!found)
    console.log(
      "The browser tests need Chromium: install it (on Debian 'sudo apt-get install chromium') or set CHROMIUM_PATH.",
    )
  return found
}

/** The shell makes the journeys quicker; where it cannot be had, the whole browser does. */
export async function provideShell(): Promise<void> {
  if (!process.env.CHROMIUM_PATH && !onPath(SHELL)) await install(SHELL)
}

/** Whether a PostgreSQL server and a pooler as operators have them are here, for the tests that run on them too. */
export async function providePostgres(): Promise<boolean> {
  if (!findPostgres()) await install('postgresql')
  if (!findPooler()) await install('pgbouncer')
  return hasPostgres()
}

export function hasPostgres(): boolean {
  return findPostgres() !== null && findPooler() !== null
}

/** A server with the S3 API, for the tests of files in a bucket; they run without it as those without nginx do. */
export async function provideS3(): Promise<boolean> {
  if (!(await findSwift())) await install('python3-swift')
  return (await findSwift()) !== null
}

/** For the tests of what stands in front of a server; Debian keeps it where only root's PATH leads. */
export function findNginx(): string | null {
  return onPath('nginx') ?? ['/usr/sbin/nginx', '/opt/homebrew/bin/nginx'].find(isProgram) ?? null
}

/** A server without nginx is as good; tests run without it only where it cannot be had, and never in CI. */
export async function provideNginx(): Promise<string | null> {
  if (!findNginx()) await install('nginx-light')
  return findNginx()
}

/** With ffprobe beside it; for the tests of what guests get of videos. */
export function findFfmpeg(): string | null {
  return onPath('ffprobe') && onPath('ffmpeg')
}

/** A server without ffmpeg shows guests the stills alone; tests run without it as those without nginx do. */
export async function provideFfmpeg(): Promise<string | null> {
  if (!findFfmpeg()) await install('ffmpeg')
  return findFfmpeg()
}

/** WebKitGTK's driver and the browser that it starts, where it can play what phones film. */
export function findWebKit(): { readonly driver: string; readonly browser: string } | null {
  const driver = onPath('WebKitWebDriver')
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  const [codecs] = globSync('/usr/lib/*/gstreamer-1.0/libgstlibav.so')
  // Films of some phones have a track of texts, without which it plays none of the others.
  const [texts] = globSync('/usr/lib/*/gstreamer-1.0/libgstsubenc.so')
  return driver && browser && codecs && texts && onPath('Xvfb') ? { driver, browser } : null
}

export function findFirefox(): string | null {
  return onPath('firefox-esr') ?? onPath('firefox')
}

/** What the journeys in other engines than Chromium are started with, and Debian's packages that bring it. */
const others = {
  webkit: {
    find: findWebKit,
    packages: [
      'webkit2gtk-driver',
      'libwebkit2gtk-4.1-0',
      'gstreamer1.0-libav',
      'gstreamer1.0-plugins-bad',
      'xvfb',
    ],
  },
  firefox: { find: findFirefox, packages: ['firefox-esr'] },
} as const
export type OtherEngine = keyof typeof others

/** As `provideChromium`; gives those that are there in the end. */
export async function provideOtherEngines(): Promise<readonly OtherEngine[]> {
  const missing = Object.values(others).filter(({ find }) => find() === null)
  if (missing.length > 0) await install(...missing.flatMap(({ packages }) => packages))
  const names: readonly OtherEngine[] = ['webkit', 'firefox']
  for (const name of names.filter((one) => others[one].find() === null))
    console.log(
      `The journeys in ${name} need ${others[name].packages.join(', ')} (packages of Debian and Ubuntu); they are left out.`,
    )
  return names.filter((name) => others[name].find() !== null)
}

/** Debian's packages, where nobody has to be asked. */
async function install(...names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return
  console.log(`Installing ${names.join(', ')} (apt-get) …`)
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  await run('apt-get', ['update', '-q'])
  const { code, output } = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names])
  if (code !== 0) console.log(output.trimEnd())
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
