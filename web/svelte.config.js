export default {
  compilerOptions: {
    runes: true,
    // The default takes the file's path into the class name, which would differ between machines.
    cssHash: ({ hash, css }) => `s-${hash(css)}`,
  },
};
