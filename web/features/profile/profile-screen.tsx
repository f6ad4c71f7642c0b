export function ProfileScreen() {
  return <main />
}
