export function SectionScreen() {
  return <main />
}
