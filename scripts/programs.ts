import { accessSync, constants, existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findPooler, findPostgres, findSwift } from '#server/testing/installed.ts'
import { run } from './steps.ts'

/** Headless Chromium: opening a page takes a third of the work. */
const SHELL = 'chromium-headless-shell'
const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const CHROMIUM_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser for the journeys: CHROMIUM_PATH, else the headless shell, else the full browser. */
export function findChromium(): string | null {
  return process.env.CHROMIUM_PATH ? findWholeChromium() : (onPath(SHELL) ?? findWholeChromium())
}

/** The full browser: for benchmarks, cameras, and the soak's kill tests. */
export function findWholeChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : null
  return CHROMIUM_NAMES.map(onPath).find((path) => path !== null) ?? CHROMIUM_PLACES.find(existsSync) ?? null
}

/** Finds the full browser, installing Debian's package if root; else prints how to get it. */
export async function provideChromium(): Promise<string | null> {
  if (!findWholeChromium()) await install('chromium')
  const found = findWholeChromium()
  if (!found)
    console.log(
      "The browser tests need Chromium: install it (on Debian 'sudo apt-get install chromium') or set CHROMIUM_PATH.",
    )
  return found
}

/** Installs the headless shell, which speeds up the journeys; optional. */
export async function provideShell(): Promise<void> {
  if (!process.env.CHROMIUM_PATH && !onPath(SHELL)) await install(SHELL)
}

/** Whether PostgreSQL and a pooler are installed, for the tests that also run on them. */
export async function providePostgres(): Promise<boolean> {
  if (!findPostgres()) await install('postgresql')
  if (!findPooler()) await install('pgbouncer')
  return hasPostgres()
}

export function hasPostgres(): boolean {
  return findPostgres() !== null && findPooler() !== null
}

/** A server with the S3 API for the bucket tests, which are skipped without it. */
export async function provideS3(): Promise<boolean> {
  if (!(await findSwift())) await install('python3-swift')
  return (await findSwift()) !== null
}

/** For the reverse proxy tests; Debian installs it outside of a normal user's PATH. */
export function findNginx(): string | null {
  return onPath('nginx') ?? ['/usr/sbin/nginx', '/opt/homebrew/bin/nginx'].find(isProgram) ?? null
}

/** Optional for the app; without it, its tests are skipped locally and fail in CI. */
export async function provideNginx(): Promise<string | null> {
  if (!findNginx()) await install('nginx-light')
  return findNginx()
}

/** ffmpeg, with ffprobe, for the tests of guests' videos. */
export function findFfmpeg(): string | null {
  return onPath('ffprobe') && onPath('ffmpeg')
}

/** Without ffmpeg, guests see only posters, and its tests are skipped. */
export async function provideFfmpeg(): Promise<string | null> {
  if (!findFfmpeg()) await install('ffmpeg')
  return findFfmpeg()
}

/** WebKitGTK's driver and browser, if they can play phone videos. */
export function findWebKit(): { readonly driver: string; readonly browser: string } | null {
  const driver = onPath('WebKitWebDriver')
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  const [codecs] = globSync('/usr/lib/*/gstreamer-1.0/libgstlibav.so')
  // Some phones add a text track to videos; without this plugin, the video does not play at all.
  const [texts] = globSync('/usr/lib/*/gstreamer-1.0/libgstsubenc.so')
  return driver && browser && codecs && texts && onPath('Xvfb') ? { driver, browser } : null
}

export function findFirefox(): string | null {
  return onPath('firefox-esr') ?? onPath('firefox')
}

/** Browsers other than Chromium for the journeys, and their Debian packages. */
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

/** Like `provideChromium`; returns the engines that are available. */
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

/** Installs Debian packages if running as root. */
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
