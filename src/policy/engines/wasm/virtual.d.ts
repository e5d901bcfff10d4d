/** What `vitePlugin.ts` makes. */
declare module 'virtual:laglab-engine-wasm' {
  const base64: string;
  export default base64;
}
