import { execFile } from 'node:child_process'
import pLimit from 'p-limit'
import type { VideoType } from '#contract/rules/file-kind.ts'

/** The machine's own ffmpeg and ffprobe. Optional, and restricted in what they may open. */
export interface Ffmpeg {
  /** The best available encoder for videos that browsers play, or null. */
  readonly encoder: VideoEncoder | null
  /** Runs ffprobe on a file of a known container. Rejects if it fails or times out. */
  probe(path: string, type: VideoType, args: readonly string[]): Promise<Buffer>
  /** Runs ffmpeg on a file of a known container; `output` are the arguments after the input. */
  run(path: string, type: VideoType, input: readonly string[], output: readonly string[]): Promise<Buffer>
  /** Runs ffmpeg for work that may take minutes: one at a time, and no upload waits for it. */
  runSlowly(path: string, type: VideoType, output: readonly string[]): Promise<Buffer>
  /** Ends all running programs. */
  close(): void
}

/** In order of preference. */
const encoders = ['libx264', 'libopenh264', 'libvpx-vp9'] as const
export type VideoEncoder = (typeof encoders)[number]

/** Set explicitly instead of detected from the content: a disguised playlist could name other files or URLs. */
const demuxers: Readonly<Record<VideoType, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'matroska',
  'video/webm': 'matroska',
  'video/mpeg': 'mpeg',
  'video/x-ms-wmv': 'asf',
}

const quick = 30_000
const slow = 180_000

/**
 * Limits each run to 2 GB of address space, files of 40 MB (in blocks of 512 bytes), no core files, and low
 * priority. The shell does not parse the program's name and arguments.
 */
const limited =
  'ulimit -v 2000000 2>/dev/null; ulimit -f 80000 2>/dev/null; ulimit -c 0 2>/dev/null; exec nice -n 10 "$0" "$@"'

/** Encoders by PATH: the programs are queried once per process. */
const encodersOn = new Map<string, Promise<ReadonlySet<string> | null>>()

/** Returns ffmpeg's encoder names, or null if ffmpeg or ffprobe is missing. */
function encodersHere(): Promise<ReadonlySet<string> | null> {
  const path = process.env.PATH ?? ''
  const found = encodersOn.get(path) ?? askForEncoders()
  encodersOn.set(path, found)
  return found
}

async function askForEncoders(): Promise<ReadonlySet<string> | null> {
  const patience = { timeout: quick }
  try {
    const [names] = await Promise.all([
      executeFile('ffmpeg', ['-v', 'error', '-encoders'], patience),
      executeFile('ffprobe', ['-version'], patience),
    ])
    return new Set(names.toString().split(/\s+/))
  } catch {
    return null
  }
}

/** Finds both programs on the PATH; null if one is missing. */
export async function findFfmpeg(): Promise<Ffmpeg | null> {
  const closing = new AbortController()
  const execute = (program: string, args: readonly string[], timeout = quick) =>
    executeFile(program, args, { timeout, signal: closing.signal })
  const names = await encodersHere()
  if (!names) return null
  const inTurn = pLimit(2)
  const slowly = pLimit(1)
  const opening = (path: string, type: VideoType) => [
    ...['-protocol_whitelist', 'file', '-threads', '1', '-f', demuxers[type]],
    ...['-i', `file:${path}`],
  ]
  const start = ['-v', 'error', '-nostdin', '-y']
  return {
    encoder: encoders.find((name) => names.has(name)) ?? null,
    probe: (path, type, args) =>
      inTurn(() => execute('ffprobe', ['-v', 'error', ...args, ...opening(path, type)])),
    run: (path, type, input, output) =>
      inTurn(() => execute('ffmpeg', [...start, ...input, ...opening(path, type), ...output])),
    runSlowly: (path, type, output) =>
      slowly(() => execute('ffmpeg', [...start, ...opening(path, type), ...output], slow)),
    close: () => closing.abort(),
  }
}

function executeFile(
  program: string,
  args: readonly string[],
  limits: { readonly timeout: number; readonly signal?: AbortSignal },
): Promise<Buffer> {
  const shell = process.platform !== 'win32'
  return new Promise((resolve, reject) => {
    execFile(
      shell ? '/bin/sh' : program,
      shell ? ['-c', limited, program, ...args] : args,
      {
        encoding: 'buffer',
        ...limits,
        killSignal: 'SIGKILL',
        maxBuffer: 16 * 1024 * 1024,
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
      },
      (failure, stdout) => (failure ? reject(failure) : resolve(stdout)),
    )
  })
}
