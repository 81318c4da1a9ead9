// As much of CVFPU's package as the shell uses. Numbers differ from CVFPU's on purpose: the shell must go by names.
/* verilator lint_off ASCRANGE */
/* verilator lint_off UNUSEDPARAM */
package fpnew_pkg;
//if openhw-0.8 openhw
    localparam int unsigned NUM_FP_FORMATS = 5;
    localparam int unsigned OP_BITS = 4;
    typedef enum logic [2:0] {FP32 = 3'd1, FP64 = 3'd0, FP16 = 3'd3, FP8 = 3'd2, FP16ALT = 3'd4} fp_format_e;
    typedef enum logic [1:0] {ADDMUL, DIVSQRT, NONCOMP, CONV} opgroup_e;
    localparam int unsigned NUM_OPGROUPS = 4;
//end
//if pulp
    localparam int unsigned NUM_FP_FORMATS = 6;
    localparam int unsigned OP_BITS = 5;
    typedef enum logic [2:0] {
        FP32 = 3'd1, FP64 = 3'd0, FP16 = 3'd3, FP8 = 3'd2, FP16ALT = 3'd4, FP8ALT = 3'd5
    } fp_format_e;
    typedef enum logic [2:0] {ADDMUL, DIVSQRT, NONCOMP, CONV, DOTP} opgroup_e;
    localparam int unsigned NUM_OPGROUPS = 5;
    typedef struct packed {
        logic EnableRSR;
    } rsr_impl_t;
    localparam rsr_impl_t DEFAULT_NO_RSR = '{EnableRSR: 1'b0};
//end
    typedef enum logic [1:0] {INT8, INT16, INT32, INT64} int_format_e;
    typedef enum logic [OP_BITS-1:0] {
        I2F, F2I, F2F, CLASSIFY, CMP, MINMAX, SGNJ, SQRT, DIV, MUL, ADD, FNMSUB, FMADD
    } operation_e;
    typedef enum logic [2:0] {RNE, RTZ, RDN, RUP, RMM, DYN = 3'b111} roundmode_e;
    typedef struct packed {
        logic NV, DZ, OF, UF, NX;
    } status_t;
    typedef enum logic [1:0] {BEFORE, AFTER, INSIDE, DISTRIBUTED} pipe_config_t;
    typedef enum logic [1:0] {DISABLED, PARALLEL, MERGED} unit_type_t;
    typedef enum logic [1:0] {PULP, TH32, THMULTI} divsqrt_unit_t;
    typedef logic [0:NUM_FP_FORMATS-1] fmt_logic_t;
    typedef logic [0:3] ifmt_logic_t;
    typedef logic [0:NUM_FP_FORMATS-1][31:0] fmt_unsigned_t;
    typedef unit_type_t [0:NUM_FP_FORMATS-1] fmt_unit_types_t;
    typedef struct packed {
        int unsigned Width;
        logic        EnableVectors;
        logic        EnableNanBox;
        fmt_logic_t  FpFmtMask;
        ifmt_logic_t IntFmtMask;
    } fpu_features_t;
    typedef struct packed {
        fmt_unsigned_t [0:NUM_OPGROUPS-1]   PipeRegs;
        fmt_unit_types_t [0:NUM_OPGROUPS-1] UnitTypes;
        pipe_config_t                       PipeConfig;
    } fpu_implementation_t;
    localparam fpu_features_t RV64D_Xsflt = '{
        Width: 64, EnableVectors: 1'b0, EnableNanBox: 1'b1, FpFmtMask: '0, IntFmtMask: '0
    };
    localparam fpu_implementation_t DEFAULT_NOREGS = '{
        PipeRegs: '{default: '0}, UnitTypes: '{default: '{default: PARALLEL}}, PipeConfig: BEFORE
    };

    function automatic int unsigned fp_width(fp_format_e fmt);
        case (fmt)
            FP64:    return 64;
            FP32:    return 32;
            FP8:     return 8;
            default: return 16;
        endcase
    endfunction

    /* verilator lint_off UNUSEDSIGNAL */
    function automatic int unsigned max_num_lanes(int unsigned width, fmt_logic_t formats, logic has_vectors);
        return has_vectors ? width / 16 : 1;
    endfunction
    /* verilator lint_on UNUSEDSIGNAL */
endpackage
/* verilator lint_on UNUSEDPARAM */
/* verilator lint_on ASCRANGE */
