export function GuestScreen() {
  return <main />
}
