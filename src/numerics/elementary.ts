/** Placeholder replaced by the numerics module. */
export declare function exp(x: number): number;
export declare function log(x: number): number;
export declare function sin(x: number): number;
export declare function cos(x: number): number;
