import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the key that an address counts under in limits. An IPv6 client can choose addresses within its /64
 * network, so the network counts as one; an IPv4 address within IPv6 counts as that IPv4 address.
 */
export function sourceOf(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address.replace(/%.*$/, ''))
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups
  if (a + b + c + d + e === 0 && f === 0xffff) return [g >> 8, g & 255, h >> 8, h & 255].join('.')
  return `${[a, b, c, d].map((group) => group.toString(16)).join(':')}::/64`
}

/** The eight groups of sixteen bits. */
function groupsOf(address: string): number[] {
  const [front = '', back] = address.split('::')
  const [first, last] = [parsed(front), parsed(back ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

function parsed(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
