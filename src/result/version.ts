/** Kept equal to package.json by a test: reading the file at start would cost more than it is worth. */
export const VERSION = '0.1.0';
