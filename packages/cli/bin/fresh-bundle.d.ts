export declare function freshBundle(folder?: URL): string | undefined
