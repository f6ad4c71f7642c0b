/** '12.34 Mb': sizes are shown in Mb with two decimals (spec §9). */
export function inMb(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(2)} Mb`
}
