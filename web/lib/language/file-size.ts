/** '12.34 Mb': sizes are shown in Mb with two decimals (spec §9). */
export function inMb(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(2)} Mb`
}

const kilo = 1024

/** Like `inMb`, for storage totals: tiny sizes show as '< 0.01 Mb', large ones in Gb. */
export function inMbOrGb(bytes: number): string {
  if (bytes > 0 && bytes < 0.005 * kilo ** 2) return '< 0.01 Mb'
  return bytes < kilo ** 3 ? inMb(bytes) : `${(bytes / kilo ** 3).toFixed(2)} Gb`
}
