import { execFile } from 'node:child_process'
import type { VideoType } from '#contract/rules/file-kind.ts'
import { takeTurns } from './turns.ts'

/** The machine's own ffmpeg and ffprobe; optional, and never given a choice of what it opens. */
export interface Ffmpeg {
  /** ffprobe on one file of a known container. Fails when it fails or takes too long. */
  probe(path: string, type: VideoType, args: readonly string[]): Promise<Buffer>
  /** ffmpeg from one file of a known container; `output` are the arguments behind the input. */
  run(path: string, type: VideoType, input: readonly string[], output: readonly string[]): Promise<Buffer>
}

/** Named, never guessed from the content: a playlist in disguise could name other files or addresses. */
const demuxers: Readonly<Record<VideoType, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'matroska',
  'video/webm': 'matroska',
  'video/mpeg': 'mpeg',
  'video/x-ms-wmv': 'asf',
}

/** 2 GB of address space, no core files; the names and arguments never pass through the shell's reading. */
const limited = 'ulimit -v 2000000 2>/dev/null; ulimit -c 0 2>/dev/null; exec "$0" "$@"'

/** Finds both programs on the PATH; null when one is missing. */
export async function findFfmpeg(): Promise<Ffmpeg | null> {
  try {
    await Promise.all([execute('ffmpeg', ['-version']), execute('ffprobe', ['-version'])])
  } catch {
    return null
  }
  const inTurn = takeTurns(2)
  const opening = (path: string, type: VideoType) => [
    ...['-protocol_whitelist', 'file', '-threads', '1', '-f', demuxers[type]],
    ...['-i', `file:${path}`],
  ]
  return {
    probe: (path, type, args) =>
      inTurn(() => execute('ffprobe', ['-v', 'error', ...args, ...opening(path, type)])),
    run: (path, type, input, output) =>
      inTurn(() =>
        execute('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...input, ...opening(path, type), ...output]),
      ),
  }
}

function execute(program: string, args: readonly string[]): Promise<Buffer> {
  const shell = process.platform !== 'win32'
  return new Promise((resolve, reject) => {
    execFile(
      shell ? '/bin/sh' : program,
      shell ? ['-c', limited, program, ...args] : args,
      {
        encoding: 'buffer',
        timeout: 30_000,
        killSignal: 'SIGKILL',
        maxBuffer: 16 * 1024 * 1024,
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
      },
      (failure, stdout) => (failure ? reject(failure) : resolve(stdout)),
    )
  })
}
