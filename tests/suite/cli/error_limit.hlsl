//@ run: -T ps_6_0 -ferror-limit=2
float4 a = `;
//~        ^ error[E1001]: unexpected character '`'
float4 b = `;
//~        ^ error[E1001]: unexpected character '`'
float4 c = `;
